/**
 * Wakes and live fan-out between processes. It may lose or repeat a message: everybody who listens also works without it (polling, resume).
 * It is never the record of anything.
 */
export interface Bus {
  readonly kind: 'local' | 'nats';
  /** `message` is JSON. Never throws because nobody listens or the bus is away; returns at once. */
  publish(subject: string, message: unknown): void;
  /** `subject` may end in `>` for everything below. The listener's errors are logged, never spread. Returns the way to stop. */
  subscribe(subject: string, listener: (message: unknown, subject: string) => void): () => void;
  /** Calls back on a connection that came back: whoever listens may have missed something. */
  onReconnect(listener: () => void): () => void;
  close(): Promise<void>;
}

const bellPrefix = 'live.bell.';
/** The channel of a subject under `subjects.bells`. */
export const bellChannelOf = (subject: string): string => subject.slice(bellPrefix.length).replace('.', ':');

export const subjects = {
  /** { by }: something was appended to the event store, through the adapter of that id. */
  appended: 'events.appended',
  /** { projector, position: string }: a read model has committed up to a position. */
  projected: 'projections.advanced',
  /** Live messages for the people of a business: see api/live. */
  live: (businessId: string) => `live.business.${businessId}`,
  /** { tenantId }: somebody of this business or agency has come back to the product, or to work at it. */
  presence: 'live.presence',
  /**
   * The bell of everyone a channel reaches: `all`, `admins`, `agencies`, `businesses`, `agency:<id>`, `business:<id>`,
   * `user:<id>`, `businesses-of:<id>`.
   */
  bell: (channel: string) => `${bellPrefix}${channel.replace(':', '.')}`,
  bells: 'live.bell.>',
  /** {}: the count of this campaign's vote may have changed. */
  vote: (campaignId: string) => `live.vote.${campaignId}`,
  /** {}: there may be something to send. */
  outbox: 'workers.outbox',
  /** {}: somebody may be about to come into an automation, or be due in one. */
  automations: 'workers.automations',
  /** {}: contacts have changed that segments may depend on. */
  segments: 'workers.segments',
  /** {}: someone has asked for a report as a file. */
  exports: 'workers.exports',
  /** {}: webhook endpoints have changed, or someone asked for more of what a business could be sent. */
  published: 'workers.published',
} as const;
