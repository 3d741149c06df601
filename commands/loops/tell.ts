import { z } from 'zod';
import { is } from '../../domain/kernel/event.ts';
import { MemberId, MessageId, namespaces, RewardId, uuidV5 } from '../../domain/kernel/ids.ts';
import { ReferralAccepted, ReferralRecorded, RewardUnlocked } from '../../domain/loops/events.ts';
import { unlockedText } from '../../domain/personalization/loop-words.ts';
import { streams } from '../../domain/streams.ts';
import { memberPagePath } from '../directory/campaign-words.ts';
import { queueAbout, reachableAbout } from '../about-campaign.ts';
import { command } from '../kernel/command.ts';
import { startUnitOfWork } from '../kernel/unit-of-work.ts';
import { publicAddress } from '../directory/public-address.ts';

/** ms after which nobody is told any more of what they have unlocked. */
const tooLate = 2 * 86_400_000;

/**
 * A friend has brought a member a reward: they hear of it by text, with the link to claim it. Who unlocks one by joining
 * or acting is looking at their page, and whom a changed rule gives one was not waiting: they find it there, and a change
 * of rules texts nobody. Named by member and reward: whatever the cause, and however often, once.
 */
export const tellUnlocked = command({
  input: z.object({ memberId: MemberId, rewardId: RewardId }),
  by: ['system'],
  async run({ world, context }, { memberId, rewardId }) {
    const seen = await world.events.read(streams.member(memberId));
    const unlocked = seen.find((event) => is(event, RewardUnlocked) && event.data.rewardId === rewardId);
    const work = startUnitOfWork(world, context, {
      tenant: unlocked?.metadata.tenant ?? context.caller.tenant,
      commandId: uuidV5(namespaces.command, 'tell-unlocked', memberId, rewardId),
    });
    if (unlocked === undefined || !is(unlocked, RewardUnlocked)) return work.outcome(undefined);
    const byFriend = seen.some(
      (event) =>
        (is(event, ReferralRecorded) || is(event, ReferralAccepted)) &&
        event.metadata.commandId === unlocked.metadata.commandId,
    );
    const late = world.now().getTime() - Date.parse(unlocked.metadata.occurredAt) > tooLate;
    if (!byFriend || late) return work.outcome(undefined);
    const { businessId, title } = unlocked.data;
    const about = await reachableAbout(world, unlocked.data);
    if (about?.campaign.status !== 'active') return work.outcome(undefined);
    const { agencyId, name } = about.business;
    const page = (await publicAddress(world, agencyId)) + memberPagePath(world, memberId);
    await queueAbout(work, about, {
      messageId: MessageId.parse(uuidV5(namespaces.message, businessId, 'reward-unlocked', memberId, rewardId)),
      body: unlockedText({ business: name, title, page }),
      purpose: 'reward-unlocked',
    });
    return work.outcome(undefined);
  },
});
