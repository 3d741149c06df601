/** Whose name an email goes out in. */
export interface EmailBrand {
  readonly name: string;
  /** Where its users sign in, without a slash at the end: links and pictures are there. */
  readonly url: string;
  /** Absolute, null: the name is written. */
  readonly logoUrl: string | null;
  /** `#rrggbb`, null: the plain one. */
  readonly color: string | null;
  readonly supportEmail: string | null;
}
