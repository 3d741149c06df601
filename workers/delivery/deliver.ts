/** When one waits again, and why. Left out: it may go at once. */
export interface Wait {
  /** With its broadcast, for as long as that is paused. */
  readonly state?: 'parked';
  readonly dueAt?: Date;
  /** It waits for a time of its own: later ones to the contact may pass it. */
  readonly deferred?: boolean;
  readonly note?: string;
}

/** What a last look answers. `Message`: what goes out. */
export type Decision<Message> =
  | { readonly kind: 'done' }
  | { readonly kind: 'suppressed'; readonly reason: string }
  | { readonly kind: 'over'; readonly why: string }
  | { readonly kind: 'park' }
  | { readonly kind: 'hold'; readonly until: string; readonly reason: string }
  | (Message & { readonly kind: 'send' });

/** The steps of one way to go out: a text or an email, of its own or to a recipient of a broadcast. */
export interface Steps<Claim, Message, Request, HeldBack extends string> {
  /** The last look: whether it goes out now. */
  decide(claim: Claim): Promise<Decision<Message>>;
  /** Nothing is left to do for it; `note` says why. */
  end(claim: Claim, note: string | null): Promise<void>;
  /** It has certainly not gone out, and waits again. */
  wait(claim: Claim, how: Wait): Promise<void>;
  /** Who carries it, and what it is made of. All that may fail by our own fault is done here. Null: it waits. */
  prepare(claim: Claim, message: Message): Promise<Request | null>;
  /** Runs what follows when it is its turn. */
  inTurn(claim: Claim, work: () => Promise<void>): Promise<void>;
  /** False: others may take this process for dead, or it stops, and nothing may go out. */
  mayAsk(): boolean;
  /** Commits `sending`, and what it takes of month and person. */
  place(claim: Claim, message: Message): Promise<'mine' | 'taken-over' | HeldBack>;
  /** Its place is taken: that is said, and it ends or waits. */
  heldBack(claim: Claim, why: HeldBack, message: Message): Promise<void>;
  /** Says what is sent, where nothing was said before. False: somebody else has. */
  say(claim: Claim, message: Message): Promise<boolean>;
  /** The request, and the record of how it ended. */
  ask(claim: Claim, message: Message, request: Request): Promise<void>;
}

/**
 * The one way out: from the claim to the answer of whoever carries it. `sending` is committed before the request; a
 * process that dies before that has asked for nothing. What is thrown has not gone out, unless `sending` was committed:
 * then it is looked up, or ends as unsure.
 */
export async function deliver<Claim, Message, Request, HeldBack extends string>(
  steps: Steps<Claim, Message, Request, HeldBack>,
  claim: Claim,
): Promise<void> {
  const decision = await steps.decide(claim);
  switch (decision.kind) {
    case 'done':
      return steps.end(claim, null);
    case 'suppressed':
      return steps.end(claim, decision.reason);
    case 'over':
      return steps.end(claim, decision.why);
    case 'park':
      return steps.wait(claim, { state: 'parked', note: 'paused' });
    case 'hold': {
      const { until, reason } = decision;
      const deferred =
        reason === 'quiet-hours' || reason === 'scheduled' || reason === 'unpaid' || reason === 'unregistered';
      return steps.wait(claim, { dueAt: new Date(until), deferred, note: reason });
    }
    case 'send':
      return send(steps, claim, decision);
    default:
      decision satisfies never;
  }
}

async function send<Claim, Message, Request, HeldBack extends string>(
  steps: Steps<Claim, Message, Request, HeldBack>,
  claim: Claim,
  message: Message,
): Promise<void> {
  const request = await steps.prepare(claim, message);
  if (request === null) return;
  await steps.inTurn(claim, async () => {
    // Where others have taken it over, waiting does nothing.
    if (!steps.mayAsk()) return steps.wait(claim, {});
    const place = await steps.place(claim, message);
    if (place === 'taken-over') return;
    if (place !== 'mine') return steps.heldBack(claim, place, message);
    if (!(await steps.say(claim, message))) return steps.wait(claim, {});
    await steps.ask(claim, message, request);
  });
}
