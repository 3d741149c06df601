import type { AutomationOrigin } from '../kernel/origin.ts';
import { DomainError } from '../kernel/errors.ts';
import type { BusinessId, CampaignId, ContactId, MessageId } from '../kernel/ids.ts';
import { otherCountry } from '../rates/numbers.ts';
import { countSegments } from '../sms/segments.ts';
import { type E164, type Media, maxTextLength } from '../sms/values.ts';
import { MessageQueued, type MessagePurpose, type OutboundMessageEvent } from './events.ts';
import { measured } from './measure.ts';
import type { Message } from './message.ts';

export interface Queue {
  readonly messageId: MessageId;
  readonly businessId: BusinessId;
  readonly contactId: ContactId;
  readonly from: E164;
  readonly to: E164;
  readonly body: string;
  readonly media: readonly Media[];
  readonly purpose: MessagePurpose;
  readonly notBefore: string | null;
  /** What it is about; left out: no campaign. */
  readonly campaignId?: CampaignId | null | undefined;
  /** Whom it tells of, to somebody of the business; left out: of nobody else. */
  readonly aboutId?: ContactId | null | undefined;
  /** The step of an automation that it is of; left out: none. */
  readonly automation?: AutomationOrigin | null | undefined;
}

/** Throws where it says nothing (`validation_failed`) or too much (`message_too_long`). */
export function checkSayable(command: Pick<Queue, 'body' | 'media'>): void {
  if (command.body.trim() === '' && command.media.length === 0) {
    throw new DomainError('validation_failed', 'Write something or attach a picture.', {
      body: ['Write something or attach a picture.'],
    });
  }
  if (command.body.length > maxTextLength) {
    const [most, has] = [maxTextLength, command.body.length].map((length) => length.toLocaleString('en-US'));
    const text = `A text can have at most ${most} characters; this one has ${has}.`;
    throw new DomainError('message_too_long', text, { body: [text] });
  }
}

/** Says once what is to be sent; the id is the message's, so that asking again changes nothing. A picture alone counts as one segment. */
export function queue(command: Queue, message: Message): readonly OutboundMessageEvent[] {
  if (message.status !== 'none') return [];
  checkSayable(command);
  const { encoding } = countSegments(command.body);
  const { segments, pictures } = measured(command);
  const counts = pictures === 0 ? { segments } : { segments, pictures };
  const country = otherCountry(command.from, command.to);
  return [MessageQueued.create({ ...command, media: [...command.media], ...counts, ...country, encoding })];
}
