import { expect } from 'vitest';
import type { z } from 'zod';
import type { A2pRequestReply } from '../../../api/contract/registrations.ts';
import { BusinessId } from '../../../domain/kernel/ids.ts';
import { streams } from '../../../domain/streams.ts';
import { eventually } from '../../support/eventually.ts';
import { createSetAside } from '../../../workers/engine/set-aside.ts';
import { checkOnce } from '../../../workers/registrations/checks.ts';
import { defaultRegistrar } from '../../../workers/registrations/registrar.ts';
import { quietLog } from '../../support/quiet.ts';
import type { ProvidersWorld } from '../providers/world.ts';
import { brand, campaign } from './forms.ts';

type Request = z.output<typeof A2pRequestReply>['data'];

/** A business with a local number, and what it sees of its registration. */
export async function shopOf(world: ProvidersWorld, name: string, number: string) {
  const tenant = await world.addAgency(name);
  const { token } = tenant.business;
  expect((await world.call(token, 'POST', '/businesses/assign-number', { number })).status).toBe(200);
  const request = async () => (await world.call<{ data: Request }>(token, 'GET', '/businesses/a2p/request')).body.data;
  const post = (path: string, body: object) =>
    world.call<{ data: { id: string }; errors: Record<string, string[]>; code: string }>(token, 'POST', path, body);
  const sid = async (part: 'brand' | 'campaign') => {
    const events = await world.store.read(streams.registrations(BusinessId.parse(tenant.businessId)));
    return events.findLast(({ data }) => data['part'] === part && data['step'] === part)?.data['reference'] as string;
  };
  const until = (is: (given: Request) => boolean) => eventually(request, is);
  return { ...tenant, token, request, post, sid, until };
}

/** The same with a verified brand and a verified campaign. */
export async function verifiedShop(world: ProvidersWorld, name: string, number: string, ein: string) {
  const { registrations } = world.sandbox;
  const shop = await shopOf(world, name, number);
  await shop.post('/businesses/a2p/brand', { ...brand, ein, legal_name: `Shop of ${name}` });
  await shop.until(({ brand: one }) => one?.state === 'in-review');
  registrations.decide(await shop.sid('brand'), null);
  await shop.until(({ brand: one }) => one?.state === 'verified');
  const own = JSON.parse(JSON.stringify(campaign).replaceAll('North', name)) as typeof campaign;
  expect((await shop.post('/businesses/a2p/campaign', own)).status).toBe(200);
  await shop.until(({ campaigns }) => campaigns[0]?.state === 'in-review');
  registrations.decide(await shop.sid('campaign'), null);
  await shop.until(({ campaigns }) => campaigns[0]?.att_class === 'C');
  return shop;
}

/** So many days from now, the carrier is asked about all that it has decided. */
export async function checkRegistrations({ db, commands }: ProvidersWorld, days: number): Promise<void> {
  const now = () => new Date(Date.now() + days * 86_400_000);
  const aside = createSetAside({ clock: { elapsed: () => 0 }, log: quietLog, part: 'registration' });
  while (await checkOnce({ db, commands, now, settings: defaultRegistrar, aside }));
}
