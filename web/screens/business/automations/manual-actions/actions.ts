import { otherExit } from '../../../../../api/contract/automations.ts';
import type { Names } from '../../../../components/contact-filter/labels.ts';
import { automationModel, type Document, type Node } from '../model.ts';
import { told } from '../labels.ts';
import { t } from './texts.ts';

export type Act = 'go-on' | 'skip' | 'stop';
/** Whether to skip a step is another way than to go on: not where a wait just comes to its end. */
function canSkip(node: Node): boolean {
  const plan = automationModel.planOf(node);
  return plan.kind !== 'wait' || automationModel.hasOtherwise(plan);
}

/** What somebody can have people do who are at a step. A step that is gone, or none: to stop it. */
export const actionsAt = (node: Node | null): readonly Act[] =>
  node === null ? ['stop']
  : canSkip(node) ? ['go-on', 'skip', 'stop']
  : ['go-on', 'stop'];

/** What comes of it, in words. Who is at a step that is no wait and no question is there because it could not be done. */
export function whatComes(act: Act, document: Document, node: Node | null, names: Names): string {
  if (act === 'stop' || node === null) return t('au.h.stopText');
  const isGoOn = act === 'go-on';
  const plan = automationModel.planOf(node);
  const exit =
    isGoOn ? 'next'
    : plan.kind === 'ask' || plan.kind === 'wait' ? otherExit(plan)
    : 'failed';
  const how =
    plan.kind === 'ask' ? t(isGoOn ? 'au.h.unread' : 'au.h.notAnswered')
    : plan.kind !== 'wait' ? t(isGoOn ? 'au.h.tried' : 'au.h.failed')
    : plan.until.kind === 'event' ? t(isGoOn ? 'au.h.happened' : 'au.h.notHappened')
    : null;
  const to = automationModel.exitOf(node, exit);
  const step = to === null ? null : automationModel.nodeOf(document, to);
  const next = step === null || step.kind === 'End' ? t('au.h.nextEnd') : t('au.h.next', { step: told(step, names) });
  return [how, next].filter((words) => words !== null).join(' ');
}
