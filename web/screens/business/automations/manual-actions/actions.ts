import type { Names } from '../../../../components/contact-filter/words.ts';
import { automationModel, type Document, type Node } from '../model.ts';
import { told } from '../words.ts';
import { t } from './texts.ts';

export type Act = 'go-on' | 'skip' | 'stop';
const isAsking = ({ kind }: Node): boolean => kind === 'CollectContactData' || kind === 'ImageUpload';

/** Whether to skip a step is another way than to go on: not where a wait just comes to its end. */
const canSkip = (node: Node): boolean => node.kind !== 'Wait' || automationModel.hasOtherwise(node);

/** What somebody can have people do who are at a step. A step that is gone, or none: to stop it. */
export const actionsAt = (node: Node | null): readonly Act[] =>
  node === null ? ['stop']
  : canSkip(node) ? ['go-on', 'skip', 'stop']
  : ['go-on', 'stop'];

/** What comes of it, in words. Who is at a step that is no wait and no question is there because it could not be done. */
export function whatComes(act: Act, document: Document, node: Node | null, names: Names): string {
  if (act === 'stop' || node === null) return t('au.h.stopText');
  const isGoOn = act === 'go-on';
  const exit =
    isGoOn ? 'next'
    : isAsking(node) ? 'givenUp'
    : node.kind === 'Wait' ? 'otherwise'
    : 'failed';
  const how =
    isAsking(node) ? t(isGoOn ? 'au.h.unread' : 'au.h.notAnswered')
    : node.kind !== 'Wait' ? t(isGoOn ? 'au.h.tried' : 'au.h.failed')
    : node.until.kind === 'event' ? t(isGoOn ? 'au.h.happened' : 'au.h.notHappened')
    : null;
  const to = automationModel.exitOf(node, exit);
  const step = to === null ? null : automationModel.nodeOf(document, to);
  const next = step === null || step.kind === 'End' ? t('au.h.nextEnd') : t('au.h.next', { step: told(step, names) });
  return [how, next].filter((words) => words !== null).join(' ');
}
