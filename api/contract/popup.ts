import type { Page } from './page-model.ts';

/**
 * What a site's widget is told of its popup (`GET /widget/{id}`): the same for every visitor, so that it may be kept for
 * a minute. The builder's preview is drawn from the same.
 */
export interface PopupConfig {
  readonly id: string;
  /** Which version of the popup this is; a submission names it. 0: a draft that is looked at, of which nothing is sent. */
  readonly version: number;
  readonly company: string;
  /** The business's, IANA: its schedule is meant in it. */
  readonly timezone: string;
  /** Nobody gets on without a number: there is no skipping. */
  readonly phoneAlways: boolean;
  readonly page: Page<'popup'>;
  /** The words under which an address and a number are given, with the company's name. */
  readonly consent: { readonly email: string; readonly phone: string };
  /** Addresses of the business's own legal pages, whole. */
  readonly legal: { readonly policy: string | null; readonly terms: string | null };
}

/** What the widget is answered when somebody has sent its form. */
export interface PopupAnswer {
  readonly success: true;
  /** Of their coupon; null: there is none, or not yet. */
  readonly code: string | null;
  /** Where it is shown whole. */
  readonly link: string | null;
  /** What else is to be told: *look into your mailbox*. */
  readonly note: string | null;
}
