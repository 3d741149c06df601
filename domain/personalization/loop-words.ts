import { fieldsIn, readTemplate } from './template.ts';

/** What texts say of a member: the link to share, their own page (private), and their points. */
export interface LoopWords {
  readonly link: string;
  readonly page: string;
  readonly points: number;
}
/** What texts say of a campaign for one contact. */
export interface CampaignWords {
  /** Its published page; null: it has none. */
  readonly page: string | null;
  /** Null: they are no member, or it is no loop. */
  readonly loop: LoopWords | null;
}

/** Their merge fields. */
export const campaignValues = (words: CampaignWords | null) => ({
  loop_link: words?.loop?.link ?? null,
  loop_page: words?.loop?.page ?? null,
  loop_points: words?.loop ? String(words.loop.points) : null,
  page_link: words?.page ?? null,
});
const isOfCampaign = (field: string): boolean => Object.hasOwn(campaignValues(null), field);

/** Whether a template asks for any of them: only then are they looked up. */
export const asksOfCampaign = (...templates: readonly string[]): boolean =>
  templates.some((template) => fieldsIn(readTemplate(template).parts).some(isOfCampaign));

/** How members of a loop get their link by text where the business has written nothing of its own. */
export const defaultLoopReply =
  'Your link to share: {{loop_link}} Every friend who joins earns you points. See them here: {{loop_page}}';
/** What a member is told whom a friend has brought a reward. */
export const unlockedText = ({
  business,
  title,
  page,
}: {
  readonly business: string;
  readonly title: string;
  readonly page: string;
}): string => `${business}: a friend joined and you unlocked a reward: ${title}. Claim it here: ${page}`;

/** Whether a loop's answer gives its member a link. */
export const givesLoopLink = (reply: string): boolean =>
  fieldsIn(readTemplate(reply).parts).some((field) => field === 'loop_link' || field === 'loop_page');
