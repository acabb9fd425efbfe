import type { RoleLogin, ServiceRole } from '@/lib/db/roles'

/** Roles with the rights of the service's processes, on the tests' database server. */
export const testRoles: Readonly<Record<ServiceRole, RoleLogin>> = {
  web: { name: 'coincide_test_web', password: 'web' },
  worker: { name: 'coincide_test_worker', password: 'worker' },
  operator: { name: 'coincide_test_operator', password: 'operator' },
}

/** Returns the URL at which a role logs in to a test database. */
export function urlAs(url: string, role: ServiceRole): string {
  const { name, password } = testRoles[role]
  return Object.assign(new URL(url), { username: name, password }).href
}
