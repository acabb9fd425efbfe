import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { isSetting, parseConfig } from '@/lib/config'

const read = (path: string) => readFileSync(path, 'utf8')
const containerfile = read('Containerfile')
const targets = [...containerfile.matchAll(/^FROM run AS (\w+)$/gm)].map(([, name = '']) => name)

/** Settings of the processes that the configuration does not hold. */
const otherSettings = new Set(['HOST', 'PORT', 'NODE_ENV', 'NEXT_TELEMETRY_DISABLED'])
const isKnown = (name: string) => otherSettings.has(name) || isSetting(name.replace(/_FILE$/, ''))

/** The variables that the Containerfile sets in its targets. */
const imageValues = Object.fromEntries(
  [...containerfile.matchAll(/([A-Z_]+)=(\S+)/g)].map(([, name = '', value = '']) => [name, value]),
)

/** Seconds that a web process takes to stop besides DRAIN_SECONDS, and a worker in all. */
const stopSeconds = { web: 15, worker: 9 }

const targetOf = (image: string) => /^coincide-(\w+):latest$/.exec(image)?.[1]

describe('Containerfile', () => {
  test('has a target for each process, none of which runs as root', () => {
    expect(targets).toEqual(['web', 'worker', 'migrate', 'operator'])
    expect(containerfile).toMatch(/^USER 10001:10001$/m)
    for (const [, bundle] of containerfile.matchAll(/dist\/(\w+)\.js"/g)) {
      expect(targets).toContain(bundle)
    }
  })

  test('sets known settings only, and checks the health of the processes that stay', () => {
    const names = Object.keys(imageValues).filter(
      (name) => !/^(?:BASE|BUILD_BASE|NODE_EXTRA_CA_CERTS|COMMIT)$/.test(name),
    )
    expect(names.filter((name) => !isKnown(name))).toEqual([])
    expect(containerfile.match(/^HEALTHCHECK/gm)).toHaveLength(2)
    expect(existsSync('app/healthz/route.ts')).toBe(true)
  })

  test('its context holds the sources of the build, and no secrets', () => {
    const entries = read('.dockerignore').split('\n')
    expect(entries[0]).toBe('**')
    const build = read('lib/devnet/stack/build.ts')
    const listed = [...build.matchAll(/'([\w./-]+)'/g)].map(([, name = '']) => name.split('/')[0])
    for (const source of ['app', 'components', 'lib', 'messages', 'public', 'prisma', 'scripts']) {
      expect(listed).toContain(source)
      expect(entries).toContain(`!${source}`)
    }
    expect(entries.filter((entry) => /env|secret|data|git/.test(entry))).toEqual([])
  })
})

type Service = {
  readonly image: string
  readonly environment?: Readonly<Record<string, string>>
  readonly secrets?: readonly string[]
  readonly volumes?: readonly string[]
  readonly networks: readonly string[]
  readonly depends_on?: readonly string[] | Readonly<Record<string, unknown>>
  readonly stop_grace_period?: string
  readonly read_only?: boolean
  readonly cap_drop?: readonly string[]
}

describe('compose.yaml', () => {
  const compose = parse(read('compose.yaml'), { merge: true })
  const services = Object.entries(compose.services as Record<string, Service>)
  const ours = services.filter(([, { image }]) => targetOf(image))

  test('runs two web processes and two workers after the migration', () => {
    const names = services.map(([name]) => name)
    expect(names).toEqual(expect.arrayContaining(['web-1', 'web-2', 'worker-1', 'worker-2']))
    for (const [, { depends_on = [] }] of services) {
      const needed = Array.isArray(depends_on) ? depends_on : Object.keys(depends_on)
      expect(needed.filter((name) => !names.includes(name))).toEqual([])
    }
    expect(compose.services.roles.depends_on.migrate.condition).toBe(
      'service_completed_successfully',
    )
  })

  test.each(ours)(
    '%s uses an image, settings and secrets that exist, and changes nothing',
    (_, service) => {
      expect(targets).toContain(targetOf(service.image))
      const { environment = {}, secrets = [] } = service
      expect(Object.keys(environment).filter((name) => !isKnown(name))).toEqual([])
      const files = Object.values(environment).flatMap(
        (value) => /^\/run\/secrets\/(.*)$/.exec(value)?.[1] ?? [],
      )
      expect(files.sort()).toEqual([...secrets].sort())
      expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'] })
    },
  )

  test('defines every secret, network, volume and file that it mentions', () => {
    for (const [, { secrets = [], networks, volumes = [] }] of services) {
      expect(secrets.filter((name) => !(name in compose.secrets))).toEqual([])
      expect(networks.filter((name) => !(name in compose.networks))).toEqual([])
      for (const [source = ''] of volumes.map((volume) => volume.split(':'))) {
        expect(source.startsWith('.') ? existsSync(source) : source in compose.volumes).toBe(true)
      }
    }
    expect(read('.gitignore')).toContain('secrets/')
  })

  test('sets the ports and addresses of the images, whatever .env has', () => {
    const { HOST, PORT, METRICS_HOST, WEB_METRICS_PORT, WORKER_METRICS_PORT } = imageValues
    expect(compose.services['web-1'].environment).toMatchObject({
      HOST,
      PORT,
      METRICS_HOST,
      WEB_METRICS_PORT,
    })
    expect(compose.services['worker-1'].environment).toMatchObject({
      METRICS_HOST,
      WORKER_METRICS_PORT,
    })
  })

  test('gives only workers the solver’s key, and each process its own database user', () => {
    const holders = services.filter(([, { secrets = [] }]) => secrets.includes('solver-key'))
    expect(holders.map(([name]) => name)).toEqual(['worker-1', 'worker-2'])
    const owners = services.filter(([, { secrets = [] }]) => secrets.includes('database-url'))
    expect(owners.map(([name]) => name)).toEqual(['migrate', 'roles'])
  })

  test('waits for processes to drain, and its configuration is valid', () => {
    const { environment, stop_grace_period: grace } = compose.services['web-1']
    const { drainSeconds } = parseConfig({ DRAIN_SECONDS: environment.DRAIN_SECONDS })
    expect(Number.parseInt(grace, 10)).toBeGreaterThanOrEqual(drainSeconds + stopSeconds.web)
    const workerGrace = Number.parseInt(compose.services['worker-1'].stop_grace_period, 10)
    expect(workerGrace).toBeGreaterThan(stopSeconds.worker)
  })

  test('proxy and Prometheus reach the ports of the processes', () => {
    const webs = ['web-1', 'web-2']
    const caddyfile = read('deploy/proxy/Caddyfile')
    expect(caddyfile).toContain(webs.map((name) => `${name}:${imageValues.PORT}`).join(' '))
    expect(caddyfile).toContain('health_uri /readyz')
    expect(existsSync('app/readyz/route.ts')).toBe(true)
    const { scrape_configs, rule_files } = parse(read('deploy/prometheus/prometheus.yml'))
    const targetsOf = (job: string) =>
      scrape_configs.find(({ job_name }: { job_name: string }) => job_name === job)
        .static_configs[0].targets
    expect(targetsOf('coincide-web')).toEqual(
      webs.map((name) => `${name}:${imageValues.WEB_METRICS_PORT}`),
    )
    const workers = ['worker-1', 'worker-2']
    expect(targetsOf('coincide-worker')).toEqual(
      workers.map((name) => `${name}:${imageValues.WORKER_METRICS_PORT}`),
    )
    const mounted = compose.services.prometheus.volumes.map(
      (volume: string) => volume.split(':')[1],
    )
    expect(mounted).toEqual(expect.arrayContaining(rule_files))
  })

  const nginx = spawnSync('nginx', ['-v'])
  test.skipIf(nginx.error)('nginx accepts its site, for the processes of the units', () => {
    const directory = mkdtempSync(join(tmpdir(), 'coincide-nginx-'))
    const [certificate, key] = ['fullchain.pem', 'privkey.pem'].map((name) => join(directory, name))
    const request = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=localhost']
    const files = ['-keyout', String(key), '-out', String(certificate)]
    expect(spawnSync('openssl', [...request, ...files]).status).toBe(0)
    const site = read('deploy/proxy/nginx.conf')
    expect(site.match(/server 127\.0\.0\.1:300[12] max_fails/g)).toHaveLength(2)
    const here = site.replaceAll('/etc/ssl/coincide', directory)
    const main = `pid ${directory}/pid; error_log stderr; events {} http { access_log off; ${here} }`
    writeFileSync(join(directory, 'main.conf'), main)
    const { status, stderr } = spawnSync('nginx', ['-t', '-c', join(directory, 'main.conf')], {
      encoding: 'utf8',
    })
    expect(status, stderr).toBe(0)
  })

  test('Grafana finds Prometheus and the dashboards', () => {
    const [source] = parse(
      read('deploy/grafana/provisioning/datasources/prometheus.yml'),
    ).datasources
    expect(source).toMatchObject({ type: 'prometheus', url: 'http://prometheus:9090' })
    const [provider] = parse(read('deploy/grafana/provisioning/dashboards/coincide.yml')).providers
    expect(compose.services.grafana.volumes).toContain(
      `./deploy/grafana:${provider.options.path}:ro`,
    )
  })
})

type Manifest = {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata: { readonly name: string }
  // biome-ignore lint/suspicious/noExplicitAny: the shape differs by kind.
  readonly spec: any
  readonly data?: Readonly<Record<string, string>>
}

describe('Kubernetes manifests', () => {
  const folder = 'deploy/kubernetes'
  const manifests = readdirSync(folder).flatMap((file) =>
    parseAllDocuments(read(join(folder, file))).map((document): Manifest => {
      expect(document.errors).toEqual([])
      return document.toJS({ maxAliasCount: 20 })
    }),
  )
  const named = (kind: string) => manifests.filter((manifest) => manifest.kind === kind)
  const pods = [...named('Deployment'), ...named('Job')].map(({ spec }) => spec.template.spec)

  test('are two deployments, a job, a service, an ingress, a budget and the settings', () => {
    for (const { apiVersion, kind, metadata } of manifests) {
      expect([apiVersion, kind, metadata.name].every(Boolean)).toBe(true)
    }
    const kinds = manifests.map(({ kind }) => kind).sort()
    const expected = [
      'ConfigMap',
      'Deployment',
      'Deployment',
      'Ingress',
      'Job',
      'PodDisruptionBudget',
      'Service',
    ]
    expect(kinds).toEqual(expected)
    const [settings] = named('ConfigMap')
    expect(Object.keys(settings?.data ?? {}).filter((name) => !isKnown(name))).toEqual([])
    parseConfig(settings?.data ?? {})
  })

  test('containers use images, settings and ports that exist, as nobody, on a read-only file system', () => {
    for (const pod of pods) {
      expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 10001 })
      for (const container of [...(pod.initContainers ?? []), ...pod.containers]) {
        expect(targets).toContain(targetOf(container.image))
        const names = container.env.map(({ name }: { name: string }) => name)
        expect(names.filter((name: string) => !isKnown(name))).toEqual([])
        expect(container.securityContext.readOnlyRootFilesystem).toBe(true)
        const ports = (container.ports ?? []).map(({ containerPort }: { containerPort: number }) =>
          String(containerPort),
        )
        expect(ports.filter((port: string) => !Object.values(imageValues).includes(port))).toEqual(
          [],
        )
        expect(container.envFrom).toEqual([{ configMapRef: { name: 'coincide' } }])
      }
    }
  })

  test('probes ask for paths that answer, and pods get the time to stop', () => {
    for (const { metadata, spec } of named('Deployment')) {
      const { containers, terminationGracePeriodSeconds } = spec.template.spec
      const [container] = containers
      const probes = [
        container.startupProbe,
        container.livenessProbe,
        container.readinessProbe,
      ].filter(Boolean)
      for (const { httpGet } of probes) {
        expect(['/healthz', '/readyz']).toContain(httpGet.path)
        expect(container.ports.map(({ name }: { name: string }) => name)).toContain(httpGet.port)
      }
      const drain = container.env.find(({ name }: { name: string }) => name === 'DRAIN_SECONDS')
      const isWeb = metadata.name === 'coincide-web'
      const needed = isWeb ? Number(drain.value) + stopSeconds.web : stopSeconds.worker
      expect(terminationGracePeriodSeconds).toBeGreaterThanOrEqual(needed)
      if (!isWeb) continue
      // Two failed checks in a row come within the time in which the process is unready and serves on.
      const { periodSeconds, failureThreshold } = container.readinessProbe
      expect(Number(drain.value)).toBeGreaterThan(periodSeconds * failureThreshold)
    }
  })

  test('only workers mount the solver’s key', () => {
    const holders = pods.filter((pod) => JSON.stringify(pod).includes('SOLVER_PRIVATE_KEY'))
    expect(holders.map((pod) => pod.containers[0].name)).toEqual(['worker'])
  })
})

describe('systemd units', () => {
  const folder = 'deploy/systemd'
  const units = readdirSync(folder).filter((name) => name.endsWith('.service'))

  test.each(units)('%s runs a bundle with known settings and the secrets that it loads', (name) => {
    const unit = read(join(folder, name))
    const commands = [
      ...unit.matchAll(/^ExecStart=\/usr\/bin\/node --enable-source-maps dist\/(\w+)\.js/gm),
    ]
    expect(commands.length).toBeGreaterThan(0)
    for (const [, bundle = ''] of commands) expect(targets).toContain(bundle)
    const assigned = [...unit.matchAll(/^Environment=(.*)$/gm)].flatMap(([, line = '']) =>
      line.split(' '),
    )
    const settings = assigned.map((text) => text.split('=') as [string, string])
    expect(settings.map(([setting]) => setting).filter((setting) => !isKnown(setting))).toEqual([])
    const loaded = [...unit.matchAll(/^LoadCredential=([^:]+):/gm)].map(
      ([, credential]) => credential,
    )
    const used = settings.flatMap(([, value]) => /^%d\/(.*)$/.exec(value)?.[1] ?? [])
    expect(used.sort()).toEqual(loaded.sort())
    expect(loaded.includes('solver-key')).toBe(name.startsWith('coincide-worker'))
  })

  test('processes get the time to stop', () => {
    const secondsOf = (name: string) =>
      Number(/^TimeoutStopSec=(\d+)$/m.exec(read(join(folder, name)))?.[1])
    const drain = Number(
      /DRAIN_SECONDS=(\d+)/.exec(read(join(folder, 'coincide-web@.service')))?.[1],
    )
    expect(secondsOf('coincide-web@.service')).toBeGreaterThanOrEqual(drain + stopSeconds.web)
    expect(secondsOf('coincide-worker@.service')).toBeGreaterThan(stopSeconds.worker)
  })

  const verifier = spawnSync('systemd-analyze', ['--version'])
  test.skipIf(verifier.error)('systemd accepts them', () => {
    const directory = mkdtempSync(join(tmpdir(), 'coincide-units-'))
    for (const name of readdirSync(folder)) {
      // The program and the account are those of another machine.
      const text = read(join(folder, name))
        .replaceAll('/usr/bin/node', process.execPath)
        .replaceAll('User=coincide', 'User=root')
      writeFileSync(join(directory, name.replace('@.', '@1.')), text)
    }
    const paths = readdirSync(directory).map((name) => join(directory, name))
    const { stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', ...paths], {
      encoding: 'utf8',
    })
    const ours = stderr
      .split('\n')
      .filter((line) => line.includes(directory) || line.includes('coincide'))
    expect(ours).toEqual([])
  })
})
