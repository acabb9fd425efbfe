import { databaseErrorCode } from '@/lib/db/database'
import { applyRoles, type RoleLogin, readLogin, type ServiceRole } from '@/lib/db/roles'
import { type Change, type Command, conflict } from './command'
import { changeOptions, UsageError } from './options'
import { readParameters } from './parameters'

const variables: Readonly<Record<ServiceRole, string>> = {
  web: 'WEB_DATABASE_URL',
  worker: 'WORKER_DATABASE_URL',
  operator: 'OPERATOR_DATABASE_URL',
}

/** Commands for the database roles of the service's processes. */
export const roleCommands: readonly Command[] = [
  {
    name: 'db roles',
    parameters: '',
    summary:
      'Create the users of WEB_, WORKER_ and OPERATOR_DATABASE_URL and grant each its rights. Repeat it after migrations.',
    options: changeOptions,
    plan: async ({ config }, { parameters }) => {
      readParameters(parameters, [])
      const { ownerDatabaseUrl, roleDatabaseUrls } = config
      if (!ownerDatabaseUrl) throw new UsageError('Set DATABASE_URL to log in as the owner.')
      const roles = (['web', 'worker', 'operator'] as const).flatMap((role) => {
        const url = roleDatabaseUrls[role]
        return url ? [planRole(ownerDatabaseUrl, role, loginOf(role, url))] : []
      })
      if (roles.length > 0) return roles
      throw new UsageError(`Set one of ${Object.values(variables).join(', ')}.`)
    },
  },
]

function planRole(owner: string, role: ServiceRole, login: RoleLogin): Change {
  return {
    action: 'grant-role',
    target: login.name,
    effect: `logs in with the password of ${variables[role]} and has the rights of the ${role} process`,
    details: { role },
    apply: () =>
      applyRoles(owner, { [role]: login }).catch((error) => {
        throw databaseErrorCode(error) === insufficientPrivilege ? conflict(missingRight) : error
      }),
  }
}

const insufficientPrivilege = '42501'
const missingRight =
  'the user of DATABASE_URL must own the tables and may have to create users: as a superuser, run ALTER ROLE <user> CREATEROLE'

function loginOf(role: ServiceRole, url: string): RoleLogin {
  try {
    return readLogin(url)
  } catch {
    throw new UsageError(`${variables[role]} must be a URL with user and password.`)
  }
}
