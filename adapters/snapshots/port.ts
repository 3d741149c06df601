/** The state of a stream up to an event, as text. */
export interface StreamSnapshot {
  /** Names the code that folded it: another one can't read it. */
  readonly fold: string;
  readonly revision: number;
  /** Of the event at that revision: in another log it is another event. */
  readonly eventId: string;
  readonly state: string;
}

/** States of long streams, so that they needn't be read from their first event. Never the truth: any may be missing. */
export interface Snapshots {
  /** Null: there is none of this fold, or it isn't as it was saved. */
  load(stream: string, fold: string): Promise<StreamSnapshot | null>;
  /** Takes the place of an older one, and of one of another fold. */
  save(stream: string, snapshot: StreamSnapshot): Promise<void>;
  /** It turned out to be wrong. */
  discard(stream: string): Promise<void>;
}
