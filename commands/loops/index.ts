export { creditInviters, joinFromPage } from './join.ts';
export {
  actInLoop as act,
  claimForMember,
  claimRewardOf as claim,
  judgeReferralOf as judge,
  memberStanding as standing,
  newcomerStanding as newcomer,
  recheckMember as recheck,
} from './member.ts';
export { tellUnlocked } from './tell.ts';
export {
  orderLoopRules as orderRules,
  removeLoopRule as removeRule,
  setLoopRule as setRule,
  switchLoopRule as switchRule,
} from './rules.ts';
