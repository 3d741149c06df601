export { creditInviters, joinFromPage } from './join.ts';
export {
  actInLoop as act,
  claimRewardOf as claim,
  judgeReferralOf as judge,
  recheckMember as recheck,
} from './member.ts';
export {
  orderLoopRules as orderRules,
  removeLoopRule as removeRule,
  setLoopRule as setRule,
  switchLoopRule as switchRule,
} from './rules.ts';
