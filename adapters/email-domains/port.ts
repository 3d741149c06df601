/** Whether email to a domain can arrive at all, as far as the DNS says. */
export interface EmailDomains {
  /**
   * True: it has an email exchanger, or an address to deliver to (RFC 5321, 5.1). False: the DNS says that it has
   * neither, or that it takes no email (RFC 7505). Null: the DNS did not answer. Never throws.
   */
  takesEmail(domain: string): Promise<boolean | null>;
}
