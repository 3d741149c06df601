import { z } from 'zod';

/** How an invoice stands. `uncollectible`: nobody expects it to be paid, but it can be. */
export const InvoiceStatus = z.enum(['open', 'paid', 'void', 'uncollectible']);
export type InvoiceStatus = z.output<typeof InvoiceStatus>;
