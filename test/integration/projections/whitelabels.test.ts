import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StoredEvent } from '../../../adapters/event-store/port.ts';
import {
  AgencyArchived,
  AgencyCreated,
  AgencyDetailsChanged,
  AgencyRestored,
} from '../../../domain/agencies/events.ts';
import { AgencyId } from '../../../domain/kernel/ids.ts';
import {
  BrandColorChanged,
  BrandFileChanged,
  BrandFileRemoved,
  BrandNameChanged,
  CustomDomainChanged,
  CustomDomainRemoved,
  DomainCertificateLost,
  DomainCertificateFound,
  DomainChecked,
  DomainOwnershipLost,
  DomainOwnershipVerified,
  DomainDisconnected,
  DomainConnected,
  SubdomainChanged,
  SubdomainRemoved,
} from '../../../domain/whitelabels/events.ts';
import { whitelabels } from '../../../projections/whitelabels/projector.ts';
import { createWorld, toStore, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const newAgency = () => AgencyId.parse(randomUUID());
const ownershipToken = 't'.repeat(32);
const everything = { page: 1, perPage: 10, search: null, sortBy: null, sortDesc: false, status: null };

describe('white labels', () => {
  it('are as they were last seen; a changed domain begins anew', async () => {
    const runner = world.runner();
    await runner.start();
    const agencyId = newAgency();
    const of = { agencyId, domain: 'go.example.com' };
    const settle = async () => expect(await runner.waitFor(await world.store.head(), { timeoutMs: 20_000 })).toBe(true);
    await world.append(`agency-${agencyId}`, {
      event: AgencyCreated.create({ agencyId, name: 'Northwind', email: 'a@b.test' }),
    });
    await settle();
    expect(await world.models.whitelabel(agencyId)).toBeNull();
    expect((await world.models.whitelabels(everything)).total).toBe(0);

    const stream = `whitelabel-${agencyId}`;
    await world.append(
      stream,
      ...[
        BrandNameChanged.create({ agencyId, name: 'North' }),
        BrandColorChanged.create({ agencyId, color: '#0f766e' }),
        CustomDomainChanged.create({ ...of, ownershipToken }),
        SubdomainChanged.create({ agencyId, subdomain: 'north' }),
        BrandFileChanged.create({ agencyId, file: 'logo', url: '/media/a', variants: { 240: '/media/b' } }),
        DomainOwnershipVerified.create(of),
        DomainConnected.create(of),
        DomainCertificateFound.create({ ...of, expiresAt: '2027-01-01T00:00:00.000Z' }),
        DomainChecked.create({ ...of, problem: null }),
      ].map((event) => ({ event, at: '2026-11-20T10:00:00.000Z' })),
    );
    await world.append(`agency-${agencyId}`, {
      event: AgencyDetailsChanged.create({ agencyId, supportEmail: 'help@north.example' }),
    });
    await settle();
    const brand = {
      id: agencyId,
      agencyName: 'Northwind',
      name: 'North',
      color: '#0f766e',
      logo: '/media/a',
      logoVariants: { 240: '/media/b' },
      favicon: null,
      faviconVariants: {},
      domain: 'go.example.com',
      subdomain: 'north',
      ownershipToken,
      pointsHere: true,
      vhostExists: true,
      certificateExists: true,
      ownershipVerified: true,
      certificateExpiresAt: '2027-01-01T00:00:00.000Z',
      checkedAt: '2026-11-20T10:00:00.000Z',
      problem: null,
      supportEmail: 'help@north.example',
      archived: false,
    };
    expect(await world.models.whitelabel(agencyId)).toEqual(brand);
    expect(await world.models.whitelabels({ ...everything, search: 'NORTHWIND' })).toEqual({ data: [brand], total: 1 });
    expect(await world.models.whitelabelByHost({ domain: 'go.example.com', subdomain: null })).toEqual(brand);
    expect(await world.models.whitelabelByHost({ domain: 'north.beckon.example', subdomain: 'north' })).toEqual(brand);
    for (const search of ['%', '_orth', 'nobody'])
      expect((await world.models.whitelabels({ ...everything, search })).total).toBe(0);

    await world.append(`agency-${agencyId}`, { event: AgencyArchived.create({ agencyId }) });
    await settle();
    expect(await world.models.whitelabelByHost({ domain: 'go.example.com', subdomain: null })).toBeNull();
    expect(await world.models.whitelabelByHost({ domain: 'x', subdomain: 'north' })).toBeNull();

    await world.append(
      stream,
      { event: CustomDomainRemoved.create(of) },
      { event: CustomDomainChanged.create({ agencyId, domain: 'new.example.com', ownershipToken }) },
    );
    await settle();
    expect(await world.models.whitelabel(agencyId)).toMatchObject({
      domain: 'new.example.com',
      vhostExists: false,
      certificateExists: false,
      ownershipVerified: false,
      pointsHere: null,
      checkedAt: null,
    });

    // Nothing chosen any more: not in the list.
    await world.append(
      stream,
      { event: CustomDomainRemoved.create({ agencyId, domain: 'new.example.com' }) },
      { event: SubdomainRemoved.create({ agencyId, subdomain: 'north' }) },
      { event: BrandFileRemoved.create({ agencyId, file: 'logo' }) },
      { event: BrandNameChanged.create({ agencyId, name: null }) },
      { event: BrandColorChanged.create({ agencyId, color: null }) },
    );
    await settle();
    expect((await world.models.whitelabels(everything)).total).toBe(0);
    expect(await runner.verify('whitelabels')).toEqual([]);
    await runner.stop();
  });

  it('law: however the feed is cut into batches, the rows are the same', async () => {
    const agencies = [newAgency(), newAgency()];
    const agencyId = fc.constantFrom(...agencies);
    const domain = fc.constantFrom('a.example', 'b.example');
    const of = fc.record({ agencyId, domain });
    const someEvent = fc.oneof(
      fc
        .record({ agencyId, name: fc.constantFrom('North', 'a"b\\c', null) })
        .map((data) => BrandNameChanged.create(data)),
      fc
        .record({
          agencyId,
          file: fc.constantFrom('logo' as const, 'favicon' as const),
          url: fc.constantFrom('/media/a', '/media/b'),
          variants: fc.constantFrom({}, { 32: '/media/c' }),
        })
        .map((data) => BrandFileChanged.create(data)),
      fc
        .record({ agencyId, file: fc.constantFrom('logo' as const, 'favicon' as const) })
        .map((data) => BrandFileRemoved.create(data)),
      of.map((data) => CustomDomainChanged.create({ ...data, ownershipToken })),
      fc.record({ agencyId, subdomain: fc.constantFrom('x', 'y') }).map((data) => SubdomainChanged.create(data)),
      fc
        .tuple(
          of,
          fc.constantFrom(
            CustomDomainRemoved,
            DomainOwnershipVerified,
            DomainOwnershipLost,
            DomainConnected,
            DomainDisconnected,
            DomainCertificateLost,
          ),
        )
        .map(([data, definition]) => definition.create(data)),
      of.map((data) => DomainCertificateFound.create({ ...data, expiresAt: null })),
      fc.tuple(of, fc.constantFrom(null, 'gone')).map(([data, problem]) => DomainChecked.create({ ...data, problem })),
      fc
        .tuple(agencyId, fc.constantFrom(AgencyArchived, AgencyRestored))
        .map(([id, definition]) => definition.create({ agencyId: id })),
      fc
        .record({ agencyId, supportEmail: fc.constantFrom('a@b.test', null) })
        .map((data) => AgencyDetailsChanged.create(data)),
    );
    let run = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(someEvent, { maxLength: 16 }),
        fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 6 }),
        async (events, cuts) => {
          const created = agencies.map((id) =>
            AgencyCreated.create({ agencyId: id, name: 'Northwind', email: 'a@b.test' }),
          );
          const feed = [...created, ...events].map((event, index) => ({
            ...toStore({ event, at: new Date(Date.UTC(2026, 10, 1, 0, index)).toISOString() }),
            stream: 'x',
            revision: index,
            position: BigInt(index + 1),
          })) as unknown as StoredEvent[];
          const fill = async (schema: string, sizes: readonly number[]) => {
            await world.pool.query(`create schema ${schema}; ${whitelabels.create(schema)}`);
            for (let from = 0, turn = 0; from < feed.length; turn += 1) {
              for (const { text, values } of whitelabels.fold(
                feed.slice(from, (from += sizes[turn % sizes.length]!)),
                schema,
              ))
                await world.pool.query(text, [...values]);
            }
            const tables = await Promise.all(
              ['whitelabels', 'agencies'].map(
                async (table) =>
                  (await world.pool.query(`select * from ${schema}.${table} order by id`)).rows as unknown[],
              ),
            );
            await world.pool.query(`drop schema ${schema} cascade`);
            return tables;
          };
          run += 1;
          expect(await fill(`cut_${run}`, cuts)).toEqual(await fill(`whole_${run}`, [feed.length]));
        },
      ),
      { numRuns: 25 },
    );
  });
});
