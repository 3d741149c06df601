import type { A2pProblem } from './a2p/fields.ts';
import type { A2pStage } from './a2p/registration.ts';
import { carrierCode } from './codes.ts';
import type { A2pRequestStatus } from './list.ts';
import type { TollfreeStatus } from './number-status.ts';

/** Why a request waits, or why it was refused, in words. */
export interface RegistrationReason {
  readonly text: string;
  /** What to do; null: nothing, or the carrier's words are all there is. */
  readonly cure: string | null;
  /** The carrier's code; null: there is none. */
  readonly code: string | null;
  /** So many more reasons were given. */
  readonly more: number;
}

const plain = (text: string, cure: string | null = null): RegistrationReason => ({ text, cure, code: null, more: 0 });
const partNames = { brand: 'brand', campaign: 'campaign', numbers: 'number', done: 'number' } as const;

/** The first of what the carrier said, in our words where its code is known; null: it said nothing. */
function firstOf(
  said: readonly { readonly code: number | string | null; readonly message: string }[],
): RegistrationReason | null {
  const [first] = said;
  if (first === undefined) return null;
  const known = carrierCode(first.code);
  return {
    text: known?.text ?? first.message,
    cure: known?.cure ?? null,
    code: first.code === null ? null : String(first.code),
    more: said.length - 1,
  };
}

/** Of a request for a local number, by the part that is next; null: it waits for nothing. */
export function a2pReason({
  status,
  stage,
  problems,
  number,
}: {
  readonly status: A2pRequestStatus;
  readonly stage: A2pStage;
  readonly problems: readonly A2pProblem[];
  readonly number: string | null;
}): RegistrationReason | null {
  if (status === 'registered' || status === 'canceled') return null;
  const said = firstOf(problems);
  if (said !== null) return said;
  switch (status) {
    case 'submitting':
      return plain(`The ${partNames[stage]} is being submitted to the carrier.`);
    case 'unfunded':
      return plain(`The wallet doesn’t have the fee for the ${partNames[stage]}.`, 'Add funds to continue.');
    case 'in-review':
      return plain(`The carrier is reviewing the ${partNames[stage]}.`);
    case 'open':
      return plain('The business hasn’t submitted a campaign yet.');
    case 'pending':
      return number === null ?
          plain('The business has no number yet.', 'Ask it to choose a number.')
        : plain('The carriers are registering the number.');
    case 'suspended':
      return plain(`The carrier suspended the ${partNames[stage]}.`, 'Appeal at the carrier.');
    case 'unregistered':
      return plain('The carriers removed the number from the campaign.', 'Add the number to the campaign again.');
    case 'refused':
    case 'failed':
      return plain('The carrier gave no reason.');
    default:
      return status satisfies never;
  }
}

/** Of the verification of a toll-free number; null: it is verified. */
export function tollfreeReason({
  status,
  refusals,
}: {
  readonly status: TollfreeStatus;
  readonly refusals: readonly { readonly code: number | null; readonly reason: string }[];
}): RegistrationReason | null {
  switch (status) {
    case 'approved':
      return null;
    case 'rejected':
      return (
        firstOf(refusals.map(({ code, reason }) => ({ code, message: reason }))) ?? plain('The carrier gave no reason.')
      );
    case 'requested':
      return plain('The request is being submitted to the carrier.');
    case 'pending':
    case 'in-review':
      return plain('The carrier is reviewing the number.');
    default:
      return status satisfies never;
  }
}
