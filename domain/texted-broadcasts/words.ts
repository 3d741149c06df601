import { fieldsIn, readTemplate } from '../personalization/template.ts';
import { countSegments, straightenPunctuation } from '../sms/segments.ts';
import { linksIn } from '../links/shorten.ts';
import { type BroadcastId, type BusinessId, type MessageId, namespaces, uuidV5 } from '../kernel/ids.ts';
import { codeMinutes } from './decide.ts';

/** What a phone is told of a broadcast, once each. */
export type Occasion = 'question' | 'result';
export const replyIdOf = (businessId: BusinessId, broadcastId: BroadcastId, occasion: Occasion): MessageId =>
  uuidV5(namespaces.message, businessId, 'texted-broadcast', broadcastId, occasion) as MessageId;

const people = (count: number): string => (count === 1 ? '1 person' : `${count.toLocaleString('en-US')} people`);
const list = new Intl.ListFormat('en-US', { type: 'conjunction' });

/** Who would get what, when, and what it takes to send it. */
export function question({
  body,
  recipients,
  code,
  needsApproval,
  night,
}: {
  readonly body: string;
  readonly recipients: number;
  readonly code: string;
  readonly needsApproval: boolean;
  /** It is night where the broadcaster is. */
  readonly night: boolean;
}): string {
  const { segments } = countSegments(body);
  const fields = fieldsIn(readTemplate(body).parts);
  const notes = [
    ...(fields.length > 0 ? [`Each person gets their own ${list.format(fields)}.`] : []),
    ...(linksIn(body).length > 0 ? ['Links become short links.'] : []),
    ...(segments > 1 ? [`Each counts as ${segments} messages.`] : []),
    ...(needsApproval ? ['Your agency approves it first.'] : []),
    ...(night ? ['It’s quiet hours now, so it arrives in the morning.'] : []),
  ];
  const tail = `Reply YES ${code} to send to ${people(recipients)}, or NO to drop it. Good for ${codeMinutes} minutes.`;
  return [`This goes to ${people(recipients)} ${night || needsApproval ? 'once allowed' : 'now'}:`, body]
    .concat(straightenPunctuation([...notes, tail].join(' ')))
    .join('\n\n');
}

/** What became of it. */
export const confirmed = ({ recipients, waits }: { readonly recipients: number; readonly waits: boolean }): string =>
  waits ?
    `Your broadcast to ${people(recipients)} is waiting for your agency to approve it.`
  : `Your broadcast to ${people(recipients)} is on its way. See its report under Broadcasts.`;

export const notSent = (reason: string, then = ''): string =>
  straightenPunctuation(`Nothing was sent. ${reason}${then === '' ? '' : ` ${then}`}`);
