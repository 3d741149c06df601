import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createLocalBus } from '../../adapters/bus/local.ts';
import { createMetrics } from '../../api/operations/metrics.ts';
import { quietLog } from '../support/quiet.ts';

interface Source {
  readonly type: string;
  readonly uid: string;
}
interface Dashboard {
  readonly uid: string;
  readonly title: string;
  readonly panels: readonly {
    readonly id: number;
    readonly title: string;
    readonly datasource?: Source;
    readonly targets?: readonly { readonly datasource: Source; readonly expr?: string; readonly query?: string }[];
  }[];
}
const root = new URL('../../', import.meta.url).pathname;
const folder = join(root, 'docs/dashboards');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const dashboards = readdirSync(folder).map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as Dashboard);
const targets = dashboards.flatMap(({ title, panels }) =>
  panels.flatMap((panel) => (panel.targets ?? []).map((target) => ({ at: `${title}: ${panel.title}`, ...target }))),
);

/** The names that a metric has in Prometheus, with the labels of each. */
async function metrics(): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const { registry } = createMetrics(
    {
      status: { projections: () => [], workers: () => [], store: async () => {}, database: async () => {} },
      bus: createLocalBus({ log: quietLog }),
      log: quietLog,
    },
    () => 0,
  );
  const labelsOf = (name: string) =>
    (registry.getSingleMetric(name) as unknown as { readonly labelNames: readonly string[] }).labelNames;
  return new Map(
    (await registry.getMetricsAsJSON()).flatMap(({ name, type }) => {
      const labels = new Set([...labelsOf(name), 'job', 'instance']);
      return String(type) === 'histogram' ?
          [
            [`${name}_bucket`, new Set([...labels, 'le'])],
            [`${name}_count`, labels],
            [`${name}_sum`, labels],
          ]
        : ([[name, labels]] as [string, ReadonlySet<string>][]);
    }) as [string, ReadonlySet<string>][],
  );
}

describe('the dashboards', () => {
  it('show metrics that there are, by labels that they have', async () => {
    const known = await metrics();
    const wrong: string[] = [];
    const shown = new Set<string>();
    for (const { at, expr } of targets) {
      if (expr === undefined) continue;
      const names = expr.match(/\bbeckon_\w+/g) ?? [];
      const labels = [
        ...[...expr.matchAll(/\bby \(([^)]+)\)/g)].flatMap(([, list]) => list!.split(',').map((label) => label.trim())),
        ...[...expr.matchAll(/[{,]\s*(\w+)\s*(?:=|!)/g)].map(([, label]) => label!),
      ];
      if (names.length === 0) wrong.push(`${at} shows no metric of ours`);
      for (const name of names) {
        shown.add(name.replace(/_(bucket|count|sum)$/, ''));
        if (!known.has(name)) wrong.push(`${at}: there is no ${name}`);
        else for (const label of labels) if (!known.get(name)!.has(label)) wrong.push(`${at}: ${name} has no ${label}`);
      }
    }
    expect(wrong).toEqual([]);
    const all = new Set([...known.keys()].map((name) => name.replace(/_(bucket|count|sum)$/, '')));
    expect([...all].filter((name) => !shown.has(name))).toEqual([]);
  });

  it('ask for traces by attributes that spans have', () => {
    const told = ['adapters/tracing/otlp.ts', 'workers/delivery/text/deliver.ts', 'projections/engine/runner.ts']
      .map(read)
      .join('\n');
    const asked = targets.flatMap(({ query }) => query?.match(/(?<=span\.beckon\.)[\w.]+/g) ?? []);
    expect(asked.length).toBeGreaterThan(0);
    expect(asked.filter((name) => !new RegExp(`[{,\\s]'?${name.replace('.', '\\.')}'?:`).test(told))).toEqual([]);
  });

  it('have ids of their own, and sources that come with them', () => {
    const sources = read('docker/observability/grafana/datasources/beckon.yml');
    const uids = [...sources.matchAll(/uid: (\w+)/g)].map(([, uid]) => uid);
    expect(targets.filter(({ datasource }) => !uids.includes(datasource.uid))).toEqual([]);
    expect(new Set(dashboards.map(({ uid }) => uid)).size).toBe(dashboards.length);
    for (const { panels } of dashboards) expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  });
});

it('what docker-compose.yml mounts is there', () => {
  const mounted = [...read('docker-compose.yml').matchAll(/(\.\/[\w./-]+):\//g)].map(([, path]) => path!);
  expect(mounted.length).toBeGreaterThan(4);
  expect(mounted.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});
