import { type Document, nodeOf } from '../../domain/automations/document/document.ts';
import { same } from '../../domain/kernel/edit.ts';
import { ContactId } from '../../domain/kernel/ids.ts';
import { automationOutlookCalls } from '../contract/automation-outlook.ts';
import { notFound } from '../kernel/errors.ts';
import { route } from '../kernel/route.ts';

/** Of each step so many are looked at, of so many steps: those whose time comes first, those at which most are. */
const maxPeople = 100;
const maxSteps = 40;

export const automationOutlookRoutes = [
  route(automationOutlookCalls['GET /automations/{id}/waiting'], async ({ parts, businessId, params }) => {
    const view = await parts.readModels.automation(businessId, params.id);
    if (view === null) throw notFound();
    const { id } = view;
    const [state, there] = await Promise.all([
      parts.commands.automations.state(id),
      parts.readModels.automationInside(businessId, id, { people: maxPeople, steps: maxSteps }),
    ]);
    if (state === null) throw notFound();
    const inside = new Map(
      there.map(({ node, people }) => [
        node,
        people.map(({ runId, contactId }) => ({ runId, contactId: ContactId.parse(contactId) })),
      ]),
    );
    const outlooks = await parts.commands.automations.outlook(id, inside);
    const stepOf = (document: Document | null, node: string) => (document === null ? null : nodeOf(document, node));
    return {
      at: parts.now().toISOString(),
      data: there.map(({ node, count, people }) => ({
        node,
        count,
        looked: people.length,
        changed: !same(stepOf(state.published, node), stepOf(state.draft, node)),
        outlooks: (outlooks.get(node) ?? []).map(({ how, to, at, node: of, atOnce }) => ({
          how,
          to,
          first_at: at,
          first_node: of,
          at_once: atOnce,
        })),
      })),
    };
  }),
];
