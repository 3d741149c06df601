/** What is known of a channel wherever it is spoken of. */
interface ChannelFacts {
  /** What the log of the server calls one of its messages. */
  readonly noun: string;
  /** What the stream of one of its messages begins with, for good. */
  readonly stream: string;
  /** What tells people apart there: their number or their address. A contact is their number; addresses are passed on. */
  readonly identity: 'phone' | 'email';
  /** Which of a business's daily limits holds for it; null: any number may reach a person. */
  readonly dailyLimit: 'texts' | 'mails' | null;
}

/**
 * The ways in which people are written to. Closed: what differs between channels (the law, events, tables, who carries
 * it) doesn't compile until it says so for a new one. Names are stored and stay.
 */
export const channels = {
  text: { noun: 'a text', stream: 'message', identity: 'phone', dailyLimit: 'texts' },
  mail: { noun: 'an email', stream: 'mail', identity: 'email', dailyLimit: 'mails' },
} as const satisfies Readonly<Record<string, ChannelFacts>>;

export type Channel = keyof typeof channels;
export const channelNames = Object.keys(channels) as [Channel, ...Channel[]];
