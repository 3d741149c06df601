import type { AutomationRowView, RunView } from '../../projections/automations/queries.ts';
import type { AutomationRow, AutomationRun } from '../contract/automations.ts';
import { underscored } from '../contract/underscored.ts';

export const presentAutomationRow = (view: AutomationRowView, broken: number): AutomationRow => ({
  id: view.id,
  name: view.name,
  // Deleted ones are in no list.
  status: view.status as AutomationRow['status'],
  triggers: underscored(view.triggers) as AutomationRow['triggers'],
  created_at: view.createdAt,
  changed_at: view.changedAt,
  version: view.version,
  published_at: view.publishedAt,
  broken,
  entered: view.entered,
  inside: view.inside,
  reached: view.reached,
  failed: view.failed,
});

export const presentRun = (view: RunView): AutomationRun => ({
  id: view.id,
  automation_id: view.automationId,
  automation_name: view.automationName,
  contact: {
    id: view.contactId,
    first_name: view.firstName,
    last_name: view.lastName,
    phone: view.phone,
    email: view.email || null,
  },
  version: view.version,
  entry: view.entry,
  trigger: view.trigger,
  started_at: view.startedAt,
  state: view.state,
  node: view.node,
  visit: view.visit,
  since: view.since,
  until: view.state === 'acting' ? view.heldUntil : view.until,
  held: view.state === 'acting' ? view.held : null,
  listening: view.listening,
  ended_at: view.endedAt,
  reason: view.reason,
  note: view.note,
});
