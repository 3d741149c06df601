import type { EmailAttachment } from '../../../adapters/email/port.ts';

/** A business's bill of a closed month, as its email says it. */
export interface BillToSend {
  /** `October 2026` */
  readonly month: string;
  readonly businessName: string;
  /** To the cent: `$12.50`. */
  readonly total: string;
  /** What the agency writes on its bills. */
  readonly note: string | null;
  readonly attachment: EmailAttachment;
}
/** Null: the month isn't closed, or the business has no part in it. */
export type BillFor = (of: {
  readonly agencyId: string;
  readonly businessId: string;
  readonly month: string;
}) => Promise<BillToSend | null>;
