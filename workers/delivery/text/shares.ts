/** A message that could be sent now. */
export interface Candidate {
  readonly messageId: string;
  /** 0: a person waits for it; 1: bulk. */
  readonly lane: number;
  readonly segments: number;
}

/** A sender number with its messages in order, and what may be taken of it. */
export interface Queue<C extends Candidate = Candidate> {
  readonly tenant: string;
  readonly sender: string;
  readonly candidates: readonly C[];
  /** Takes tokens for a message; false: this number has to wait. */
  readonly take: (segments: number) => boolean;
}

/**
 * Shares slots among tenants (`all`, and of lane 1 no more than `bulk`): everything of lane 0 before anything of lane 1,
 * and within a lane one message per tenant in turn, the tenants in the order given (who waited longest first), a
 * tenant's numbers in turn as well. So a tenant with five thousand waiting and a tenant with one get their next message
 * out in the same round.
 */
export function share<C extends Candidate>(
  queues: readonly Queue<C>[],
  { all, bulk }: { readonly all: number; readonly bulk: number },
): C[] {
  const chosen: C[] = [];
  const stuck = new Set<string>();
  const next = new Map(queues.map((queue) => [queue.sender, 0]));
  for (const lane of [0, 1]) {
    const most = lane === 0 ? all : Math.min(all, chosen.length + bulk);
    const tenants = new Map<string, Queue<C>[]>();
    for (const queue of queues) tenants.set(queue.tenant, [...(tenants.get(queue.tenant) ?? []), queue]);
    while (tenants.size > 0 && chosen.length < most) {
      for (const [tenant, own] of tenants) {
        if (chosen.length === most) break;
        const one = takeOne(own, lane, next, stuck);
        if (one === null) tenants.delete(tenant);
        else chosen.push(one);
      }
    }
  }
  return chosen;
}

/** The next message of a tenant, from the first of its numbers that has one and may send; that number then goes to the back. */
function takeOne<C extends Candidate>(
  own: Queue<C>[],
  lane: number,
  next: Map<string, number>,
  stuck: Set<string>,
): C | null {
  for (let tries = own.length; tries > 0; tries--) {
    const queue = own.shift()!;
    const candidate = queue.candidates[next.get(queue.sender) ?? 0];
    if (candidate === undefined || candidate.lane !== lane || stuck.has(queue.sender)) continue; // nothing more of this number in this lane
    if (!queue.take(candidate.segments)) {
      stuck.add(queue.sender);
      continue;
    }
    next.set(queue.sender, (next.get(queue.sender) ?? 0) + 1);
    own.push(queue);
    return candidate;
  }
  return null;
}
