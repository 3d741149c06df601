/**
 * Bandwidth's error codes (https://dev.bandwidth.com/docs/messaging/errors) by the codes that the product knows, which
 * are Twilio's. What has no equal there stays as it is: four digits, of which nothing follows for the contact.
 */
const equals: ReadonlyMap<number, number> = new Map([
  [4302, 21606], // malformed From number
  [4303, 21211], // malformed To number
  [4350, 21211], // malformed for its destination
  [4401, 30008], // can't be routed
  [4403, 21606], // messaging forbidden on the From number
  [4404, 30006], // messaging forbidden on the To number
  [4405, 21606], // unallocated From number
  [4406, 30005], // unallocated To number
  [4407, 21606], // the From number is not the account's
  [4408, 30006], // the To number takes no texts
  [4433, 21606], // toll-free texting is not enabled for the account
  [4451, 20003], // the user is not known
  [4452, 20003], // the application is not known
  [4470, 30007], // spam, says Bandwidth
  [4481, 21606], // the From number is blocked
  [4482, 30004], // the To number is blocked
  [4492, 21211], // an emergency number
  [4493, 20003], // not authorized
  [4700, 30006], // the service is not supported there
  [4701, 30003], // not reachable
  [4702, 30003], // subscriber unavailable
  [4720, 30006], // invalid destination, or a landline
  [4721, 30005], // deactivated
  [4730, 30003], // no route to it now
  [4740, 21606], // invalid source
  [4750, 30004], // rejected without a reason
  [4770, 30007], // spam, says the carrier
  [4771, 30007], // shortened address
  [4772, 30004], // sender or receiver blocked
  [4773, 30034], // the campaign is not active
  [4774, 30034], // the number's registration is incomplete
  [4775, 21610], // opted out
  [4780, 63038], // T-Mobile's daily limit of the brand
  [4781, 30022], // AT&T's rate of the campaign
  [4785, 30022], // rate limit of a carrier
  [4795, 30032], // toll-free number not verified
  [5100, 30008],
  [5101, 30008],
  [5106, 30008],
  [5111, 30008],
  [5201, 30008],
  [5211, 30008],
  [5220, 30008],
  [5500, 30008],
  [5501, 30008],
  [5600, 30001], // the carrier's queue is full
  [5610, 30008],
  [5620, 30008],
  [5630, 30008],
  [5650, 30008],
  [5999, 30008],
  [9999, 30008],
]);

/** The product's code for one of Bandwidth's. 9902 (no delivery report came) stays: nothing says that it did not arrive. */
export const ofBandwidth = (code: number): number => equals.get(code) ?? code;
