import type { StoredEvent } from '../../../adapters/event-store/port.ts';
import type { Caller } from '../../../commands/kernel/caller.ts';
import { action } from '../action.ts';
import { pair } from '../cast.ts';
import { carrier } from '../../support/callers.ts';

/**
 * A tenant with carrier and email accounts of its own signs, as it may, a webhook about somebody else: that a text or an email
 * of theirs failed, bounced or arrived, or that one of their contacts texted STOP. It comes right when something is sent, so
 * that nothing of the true carrier is there before, or about something older.
 */
export const foreignWebhook = action({
  name: 'foreign webhook',
  weight: 2,
  plan: (chance, cast) => ({
    ...pair(chance, cast),
    about: chance.one(['status', 'status', 'text', 'mail'] as const),
    status: chance.one(['failed', 'undelivered', 'delivered', 'sent'] as const),
    word: chance.one(['bounced', 'complained', 'delivered'] as const),
    /** The number that it claims to be sent from: theirs, or its own. */
    posing: chance.is(0.7),
    right: chance.is(0.7),
    luck: chance.next(),
    times: chance.int(1, 3),
  }),
  async run(world, { shop: nth, phone, about, status, word, posing, right, luck, times }) {
    const { name, number, businessId } = world.cast.shops[nth]!;
    const other = world.cast.shops[(nth + 1) % world.cast.shops.length]!;
    const caller: Caller = { ...carrier, tenant: { agencyId: other.agencyId, businessId: other.businessId } };
    const ask = (what: string, work: Parameters<typeof world.ask>[2]): void => {
      world.tell(`${other.name} signs a webhook about ${name}: ${what}`);
      for (let time = 0; time < times; time += 1)
        void world.ask(`foreign ${what}`, caller, work, { mayBeRefused: false });
    };
    const heard = ({ result }: { readonly result: { readonly known: boolean } }, what: string): void => {
      if (result.known) world.breaks(`a foreign webhook changes nothing: ${what} of ${name} was taken`);
    };
    const foreignId = (): string => {
      const id = `SMforeign${world.uuid().replaceAll('-', '')}`;
      world.foreignIds.add(id);
      return id;
    };
    if (about === 'text') {
      const id = foreignId();
      const said = { from: phone, to: number, body: 'STOP', media: [], provider: 'twilio', providerMessageId: id };
      return ask(`${phone} texts STOP`, ({ messages }, context) =>
        messages.receive(context, { ...said, receivedAt: world.timeline.now().toISOString() }),
      );
    }
    const type = about === 'mail' ? 'EmailQueued' : 'MessageQueued';
    const tellOf = ({ data }: StoredEvent): void => {
      const providerMessageId = foreignId();
      const id = String(data[about === 'mail' ? 'mailId' : 'messageId']);
      if (about === 'status')
        return ask(`text ${id.slice(0, 8)} ${status}`, async ({ delivery }, context) => {
          const errorCode = status === 'failed' ? 30_007 : null;
          const sender = posing ? String(data['from']) : other.number;
          const word = { status, errorCode, sender };
          const heardOf = { id, provider: 'twilio', providerMessageId, word };
          heard(await delivery.text.hear(context, heardOf), `text ${id}`);
        });
      return ask(`email ${id.slice(0, 8)} ${word}`, async ({ delivery }, context) => {
        const what =
          word === 'bounced' ? { kind: word, bounce: 'hard' as const, reason: '550', taken: true } : { kind: word };
        const at = world.timeline.now().toISOString();
        heard(
          await delivery.mail.hear(context, { id, provider: 'sendgrid', providerMessageId, word: { at, what } }),
          `mail ${id}`,
        );
      });
    };
    const queued = async (): Promise<readonly StoredEvent[]> =>
      (await world.events()).filter((event) => event.type === type && event.data['businessId'] === businessId);
    // What was written last is on its way, maybe.
    const some = (await queued()).slice(-6);
    const found = some[Math.floor(luck * some.length)];
    if (found !== undefined && !right) return tellOf(found);
    let waits = true;
    world.onTaken.push((taken) => {
      if (!waits) return;
      world.timeline.later(0, async () => {
        const theirs = (await queued()).find(({ data }) => Object.values(data).includes(taken));
        if (theirs !== undefined && waits) tellOf(theirs);
        waits &&= theirs === undefined;
      });
    });
  },
});
