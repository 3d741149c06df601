import { broadcasterAt, type ExistingBusiness } from '../../domain/businesses/business.ts';
import { KeywordClaim } from '../../domain/businesses/claims.ts';
import { type ActiveCampaign, Campaign } from '../../domain/campaigns/campaign.ts';
import type { Contact } from '../../domain/contacts/contact.ts';
import { BroadcastId, namespaces, uuidV5 } from '../../domain/kernel/ids.ts';
import type { Legible, ReceivedData } from '../../domain/messages/message.ts';
import { canonicalKeyword } from '../../domain/sms/keywords.ts';
import type { Meaning } from '../../domain/sms/reserved-words.ts';
import { streams } from '../../domain/streams.ts';
import { answer, end, type Outcome, request } from '../../domain/texted-broadcasts/decide.ts';
import { answerIn, type Called, requestsIn } from '../../domain/texted-broadcasts/read.ts';
import { TextedBroadcast } from '../../domain/texted-broadcasts/texted-broadcast.ts';
import { stateOf, type UnitOfWork, type CommandServices } from '../kernel/unit-of-work.ts';
import { voteIn } from '../votes/text.ts';

type Text = Legible<ReceivedData>;
type Found = Called & { readonly campaign: ActiveCampaign };
/** `muted`: they have opted out, so that nothing may be said to them: their text is for people. */
type Texted = { readonly kind: 'told'; readonly reply: string | null } | { readonly kind: 'muted' };

/**
 * What a text of a broadcaster asks for, written down. Null: it is an ordinary text, as anybody's. `meaning`: what it
 * means by the rules of sending, which go first; `contact`: as it was before.
 */
export async function textedIn(
  world: CommandServices,
  work: UnitOfWork,
  text: Text,
  {
    business,
    meaning,
    contact,
    at,
  }: { business: ExistingBusiness; meaning: Meaning | null; contact: Contact; at: string },
): Promise<Texted | null> {
  const broadcaster = broadcasterAt(business, text.from);
  if (broadcaster === undefined || contact.status === 'erased') return null;
  const { contactId, businessId, messageId, from: phone, receivedAt } = text;
  const record = async (decide: (state: TextedBroadcast) => Outcome | null): Promise<Outcome | null> => {
    const { before } = await work.change({
      stream: streams.textedBroadcast(contactId),
      aggregate: TextedBroadcast,
      decide: (state) => decide(state)?.events ?? [],
    });
    return decide(before);
  };
  if (meaning === 'stop') await record((state) => ({ events: end('opted-out', state), reply: null }));
  if (meaning !== null && meaning !== 'yes') return null;

  const answered = answerIn(text.body);
  const found = meaning === null && answered === null ? await requestIn(world, text, contact, at) : null;
  if (answered === null && found === null) return null;
  if (contact.status === 'optedOut') return meaning === 'yes' ? null : { kind: 'muted' };
  const outcome = await record((state) => {
    if (answered !== null) {
      const code = state.request === null ? null : world.identifiers.broadcastCode(state.request.broadcastId);
      return answer({ answer: answered, code, at: receivedAt }, state);
    }
    const broadcastId = BroadcastId.parse(uuidV5(namespaces.broadcast, businessId, 'texted', messageId));
    const { campaign, keyword, body } = found!;
    const asked = { contactId, businessId, broadcastId, campaignId: campaign.campaignId, keyword, body };
    return request({ ...asked, name: broadcaster.name, phone, pictures: text.media.length, at: receivedAt }, state);
  });
  return outcome === null ? null : { kind: 'told', reply: outcome.reply };
}

/** A keyword of the business with words after it; null for the bare keyword, a vote, and ordinary words. */
async function requestIn(world: CommandServices, text: Text, contact: Contact, at: string): Promise<Found | null> {
  const whole = canonicalKeyword(text.body);
  const called = requestsIn(text.body);
  const keywords = [...new Set([...(whole === null ? [] : [whole]), ...called.map(({ keyword }) => keyword)])];
  if (called.length === 0) return null;
  const found = await world.events.readMany(keywords.map((keyword) => streams.keywordClaim(text.to, keyword)));
  for (const keyword of keywords) {
    const claim = stateOf(KeywordClaim, found.get(streams.keywordClaim(text.to, keyword)));
    if (claim.status !== 'claimed' || claim.businessId !== text.businessId) continue;
    const campaign = stateOf(Campaign, await world.events.read(streams.campaign(claim.campaignId)));
    if (campaign.status !== 'active') continue;
    const request = called.find((one) => one.keyword === keyword);
    if (keyword === whole || request === undefined) return null;
    const vote = await voteIn(world, text, campaign, contact, at);
    return vote === null ? { ...request, campaign } : null;
  }
  return null;
}
