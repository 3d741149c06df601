import type { RecordDetail, RecordView } from '../../projections/reports/records.ts';
import type { MessageDetailRecord, TextHistory, TextReportRow } from '../contract/index.ts';
import type { Session } from '../kernel/sessions.ts';
import { masked } from './masked.ts';

const named = (id: string | null, name: string | null) => (id === null ? null : { id, name: name ?? '' });

/** Who checks what was sent need not be allowed to see contacts: only their own business does. */
function common(text: RecordView, { role }: Session) {
  const { id, at, day, direction, channel, purpose, number, quantity, status, reason } = text;
  return {
    id,
    at,
    day,
    business: { id: text.businessId, name: text.business ?? '' },
    direction,
    channel,
    purpose,
    number,
    phone: role === 'Business' ? text.phone : masked(text.phone),
    quantity,
    status,
    error_code: text.errorCode,
    reason,
  };
}
const unpriced = { price: null, currency: null };
const handed = ({ carrier, carrierMessageId, sentAt, deliveredAt }: RecordView) => ({
  carrier,
  carrier_id: carrierMessageId,
  sent_at: sentAt,
  delivered_at: deliveredAt,
});

export const presentDetail = (text: RecordView, session: Session): MessageDetailRecord => ({
  ...common(text, session),
  ...unpriced,
  ...handed(text),
});

export const presentText = (text: RecordView, session: Session): TextReportRow => ({
  ...common(text, session),
  ...unpriced,
  contact: { id: text.contactId, name: session.role === 'Business' ? text.contact : null },
  body: session.role === 'Business' ? text.body : null,
  campaign: named(text.campaignId, text.campaign),
  broadcast: named(text.broadcastId, text.broadcast),
  automation: named(text.automationId, text.automation),
});

export const presentHistory = (text: RecordDetail, session: Session): TextHistory => ({
  ...presentText(text, session),
  ...handed(text),
  history: text.history.map(({ status, at }) => ({ status: status as RecordDetail['status'], at })),
});
