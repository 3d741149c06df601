import type { SetStage } from '../../commands/automations/rehearsal.ts';
import { nothingBeside } from '../../domain/automation/facts.ts';
import { type Rehearsal, rehearsalOf, together } from '../../domain/automation/rehearsal.ts';
import { ContactId } from '../../domain/kernel/ids.ts';
import { streams } from '../../domain/streams.ts';
import { automationRehearsalCalls } from '../contract/automation-rehearsal.ts';
import { notFound } from '../kernel/errors.ts';
import { type Call, route } from '../kernel/route.ts';

const dayMs = 86_400_000;
/** One call works for so long, in ms, then says where the next goes on: nobody else waits for a rehearsal. */
const budgetMs = 1_000;
/** So many people are read and played at once. */
const atOnce = 100;

export const automationRehearsalRoutes = [
  route(automationRehearsalCalls['GET /automations/{id}/rehearsal'], async (call) => {
    const { parts, businessId, params, query } = call;
    const { days, version = null, after = null } = query;
    const now = parts.now().toISOString();
    const until = query.until === undefined || query.until > now ? now : new Date(query.until).toISOString();
    const from = new Date(Date.parse(until) - days * dayMs).toISOString();
    const view = await parts.readModels.automation(businessId, params.id);
    if (view === null) throw notFound();
    const stage = await parts.commands.automations.rehearsal(view.id, { version, from, until });
    if (stage === null) throw notFound('There is no such version.');
    const [{ sum, through, next }, contacts] = await Promise.all([
      playFor(call, stage, from, after),
      after === null ? parts.readModels.contactsInAll(businessId) : null,
    ]);
    const { leftOut, textPeople, mailPeople, sendings, ...plain } = sum;
    return {
      data: {
        ...{ version, revision: stage.revision, from, until, next, contacts, through, skipped: [...stage.skipped] },
        ...{ ...plain, left_out: leftOut, text_people: textPeople, mail_people: mailPeople },
        sendings: sendings.map(({ contactId, dueAt, sentAt, heldBy, heldUntil, ...rest }) => ({
          ...{ ...rest, contact_id: contactId, due_at: dueAt, sent_at: sentAt },
          ...{ held_by: heldBy, held_until: heldUntil },
        })),
      },
    };
  }),
];

/** As many contacts as there is time for, the newest first. */
async function playFor(
  { parts, businessId, signal }: Pick<Call, 'parts' | 'businessId' | 'signal'>,
  stage: SetStage,
  from: string,
  after: string | null,
) {
  const began = performance.now();
  const triggers = stage.document.triggers.map(({ on }) => on.kind);
  let sum: Rehearsal = rehearsalOf([], stage.document);
  let [place, through] = [after, 0];
  for (;;) {
    const page = await parts.readModels.contactsSince(businessId, { triggers, from, after: place });
    if (page.length === 0) return { sum, through, next: null };
    const meant = page.filter((one) => one.meant);
    for (let at = 0; at < meant.length; at += atOnce) {
      const some = meant.slice(at, at + atOnce);
      const people = await peopleOf(
        { parts, businessId },
        stage,
        some.map(({ id }) => id),
      );
      sum = together(sum, rehearsalOf(await stage.play(people), stage.document));
      place = some.at(-1)!.position;
      signal.throwIfAborted();
      if (performance.now() - began < budgetMs) continue;
      return { sum, through: through + 1 + page.findIndex(({ position }) => position === place), next: place };
    }
    place = page.at(-1)!.position;
    through += page.length;
    if (performance.now() - began >= budgetMs) return { sum, through, next: place };
  }
}

async function peopleOf(
  { parts, businessId }: Pick<Call, 'parts' | 'businessId'>,
  { needs }: SetStage,
  ids: readonly string[],
) {
  const [found, beside] = await Promise.all([
    parts.readModels.streamsOfContacts(businessId, ids, needs.kinds),
    needs.beside ? parts.readModels.contactsBeside(ids) : new Map<string, never>(),
  ]);
  return ids.map((id) => {
    const contactId = ContactId.parse(id);
    const own = needs.conversation ? [streams.conversation(contactId)] : [];
    return { contactId, streams: [...(found.get(id) ?? []), ...own], beside: beside.get(id) ?? nothingBeside };
  });
}
