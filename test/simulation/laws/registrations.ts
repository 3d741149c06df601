import type { StoredEvent } from '../../../adapters/event-store/port.ts';
import { streams } from '../../../domain/streams.ts';
import type { Law } from '../action.ts';
import type { Shop } from '../cast.ts';
import type { Taken } from '../outside/carrier.ts';
import type { World } from '../world.ts';
import { lookedAt, type Outgoing, outgoing } from './messages.ts';

/** Owed to whoever wrote: they go out whatever the carriers say of the number, and a full day does not stop them. */
const owed = new Set(['opt-out-confirmation', 'opt-in-confirmation', 'help']);
const nearMs = 600_000;
const patienceMs = 7 * 86_400_000;

/** Texts of a business that the carrier took, besides what it owes. */
async function sentBy(world: World, shop: Shop): Promise<readonly { taken: Taken; text: Outgoing }[]> {
  const texts = new Map(outgoing(await world.events()).map((text) => [text.messageId, text]));
  return world.carrier.taken.flatMap((taken) => {
    const text = texts.get(taken.messageId);
    return text?.events[0]!.data['businessId'] !== shop.businessId || owed.has(text!.purpose) ?
        []
      : [{ taken, text: text! }];
  });
}

/** Whether carriers take texts of a number, by what the log says: written down apart from the domain's. */
function isOpen(said: readonly StoredEvent[], number: string, wall: number): boolean {
  const canceled = (id: unknown): boolean =>
    said.some(({ type, data }) => type === 'A2pCanceled' && data['partId'] === id);
  const brand = said.findLast(({ type }) => type === 'A2pBrandSubmitted');
  if (brand === undefined || canceled(brand.data['brandId'])) return true;
  const ofNumber = said.findLast(({ type, data }) => type === 'A2pNumberReviewed' && data['number'] === number);
  const verified = said.filter(({ type, data }, nth) => {
    if (type !== 'A2pCampaignReviewed' || data['state'] !== 'verified' || canceled(data['campaignId'])) return false;
    if (ofNumber !== undefined && ofNumber.data['campaignId'] !== data['campaignId']) return false;
    return !said
      .slice(nth + 1)
      .some(
        (later) =>
          /^A2pCampaign(Reviewed|Submitted)$/.test(later.type) && later.data['campaignId'] === data['campaignId'],
      );
  });
  if (verified.length === 0) return false;
  const state = ofNumber?.data['state'] ?? 'pending';
  if (state !== 'pending') return state === 'registered';
  return verified.some(({ data }) => wall - Date.parse(String(data['reportedAt'])) > patienceMs);
}

export const nothingUnregistered: Law = {
  name: 'no text leaves before its registration',
  async check(world) {
    if (world.registry === null) return [];
    const broken: string[] = [];
    const events = await world.events();
    for (const shop of world.cast.shops) {
      const said = events.filter(({ stream }) => stream === `registrations-${shop.businessId}`);
      const at = ({ position }: StoredEvent): number => world.appendedAt.get(position) ?? Infinity;
      for (const { taken, text } of await sentBy(world, shop)) {
        const decidedAt = lookedAt(taken, text);
        // What is said between the two reads of one look may count or not: open at any of these moments is open.
        const moments = [decidedAt, ...said.map(at).filter((step) => step >= decidedAt && step < taken.step)];
        const isTaken = moments.some((step) =>
          isOpen(
            said.filter((event) => at(event) <= step),
            taken.from,
            taken.wall + nearMs,
          ),
        );
        if (!isTaken)
          broken.push(
            `text ${text.messageId} (${text.purpose}) of ${shop.name} went out although ${taken.from} was not registered`,
          );
      }
    }
    return broken;
  },
};

export const daysAtTheLimit: Law = {
  name: 'no text leaves over a sender’s limit',
  async check(world) {
    const pacific = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Los_Angeles' });
    const broken: string[] = [];
    for (const { businessId, day, left } of world.filledDays) {
      const shop = world.cast.shops.find((one) => one.businessId === businessId)!;
      const used = { all: 0, bulk: 0 };
      for (const { taken, text } of await sentBy(world, shop)) {
        const instant = world.cast.start.getTime() + taken.takenAt;
        // Counted a moment before, on the day that was over when it came to the carrier, or by clocks that were set.
        const days = [instant, instant - nearMs, taken.wall, taken.wall - nearMs].map((each) => pacific.format(each));
        if (days.some((each) => each !== day)) continue;
        const segments = Number(text.events[0]!.data['segments'] ?? 1);
        used.all += segments;
        if (text.purpose === 'broadcast') used.bulk += segments;
      }
      // Before the day was filled there was no row of it: nothing had been sent on it under the limit.
      if (used.all > left) broken.push(`${shop.name} sent ${used.all} segments on ${day}, of ${left} that were left`);
      const most = Math.max(0, left - 250);
      if (used.bulk > most)
        broken.push(`broadcasts of ${shop.name} took ${used.bulk} segments of ${day}, of ${most} that were theirs`);
    }
    return broken;
  },
};

/** Whatever came late, twice or not at all: what is asked is answered by the newest word. */
export const newestVerdict: Law = {
  name: 'a registration ends with the newest word of the carriers',
  async check(world) {
    const { registry } = world;
    if (registry === null) return [];
    const events = await world.events();
    return world.cast.shops.flatMap(({ businessId, name }) => {
      const said = events.filter(({ stream }) => stream === `registrations-${businessId}`);
      const brand = said.findLast(({ type }) => type === 'A2pBrandSubmitted');
      const campaigns = said.filter(({ type, data }) => type === 'A2pCampaignSubmitted' && data['attempt'] === 1);
      // Several campaigns of one business share a service here, and the registry keeps the newest.
      const campaign = campaigns.length === 1 ? campaigns[0] : undefined;
      const parts = [
        { kind: 'brand', id: brand?.data['brandId'], reference: `BN-${String(brand?.data['brandId'])}` },
        { kind: 'campaign', id: campaign?.data['campaignId'], reference: `MG-${String(brand?.data['brandId'])}` },
      ];
      const numbers = [...new Set(said.map(({ data }) => data['number']))].flatMap((number) => {
        const heard = world.numbersHeard.filter((one) => one.number === number);
        const newest = heard.toSorted((one, other) => one.reportedAt.localeCompare(other.reportedAt)).at(-1);
        const known = said.findLast((one) => one.type === 'A2pNumberReviewed' && one.data['number'] === number);
        const at = String(known?.data['reportedAt']);
        return newest === undefined || known === undefined || Date.parse(at) >= Date.parse(newest.reportedAt) ?
            []
          : [
              `the number ${String(number)} of ${name} is ${String(known.data['state'])}, and was heard to be ${newest.state}`,
            ];
      });
      return [
        ...numbers,
        ...parts.flatMap(({ kind, id, reference }) => {
          const newest = registry.newest(reference);
          // Of what was given up no more is heard.
          const isGivenUp = said.some(({ type, data }) => type === 'A2pCanceled' && data['partId'] === id);
          if (id === undefined || isGivenUp || newest?.kind !== kind) return [];
          const known = said.findLast(
            ({ type, data }) => /^A2p(Brand|Campaign)Reviewed$/.test(type) && data[`${kind}Id`] === id,
          )?.data['state'];
          // What was verified is asked about once a day: a suspension whose callback was lost may not be known yet.
          return known === newest.report.state || known === 'verified' ?
              []
            : [`the ${kind} of ${name} is ${String(known)}, and the carriers say ${newest.report.state}`];
        }),
      ];
    });
  },
};

/** Whatever was canceled, corrected, lost or cut off. */
export const feesOnce: Law = {
  name: 'a fee is charged once when the carrier has taken its part, and else not at all',
  async check(world) {
    const { payers, shops } = world.cast;
    if (world.registry === null || payers.length === 0) return [];
    const events = await world.events();
    const charged = new Map<string, number>();
    const broken: string[] = [];
    for (const { payer } of payers)
      for (const { type, data } of await world.observer.store.read(streams.wallet(payer)))
        if (type === 'FeeCharged')
          charged.set(String(data['feeId']), (charged.get(String(data['feeId'])) ?? 0) + Number(data['units']));
    const agreed = new Set<string>();
    for (const { businessId, name } of shops) {
      const said = events.filter(({ stream }) => stream === `registrations-${businessId}`);
      for (const { data } of said.filter(({ type }) => type === 'A2pFeeAgreed')) {
        const [feeId, part, partId] = [String(data['feeId']), String(data['part']), data['partId']];
        agreed.add(feeId);
        const isTaken = said.some(
          (one) => one.type === 'A2pStepCompleted' && one.data['partId'] === partId && one.data['step'] === part,
        );
        const [due, paid] = [isTaken ? Number(data['cents']) * 10_000 : 0, charged.get(feeId) ?? 0];
        if (due !== paid) broken.push(`the fee of the ${part} of ${name} is ${due}, and ${paid} are booked`);
      }
    }
    return [
      ...broken,
      ...[...charged.keys()].filter((id) => !agreed.has(id)).map((id) => `no one agreed to the fee ${id}`),
    ];
  },
};
