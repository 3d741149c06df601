export { approvalAsked, approvalDecided } from './approvals.ts';
export { usedThingGone } from './gone.ts';
export { emailHealth } from './email-health.ts';
export { usageAlert } from './usage-alert.ts';
export { planMoved, subscriptionTrouble, trialGranted } from './subscription.ts';
export { rechargeAlarm, rechargeDeclined, walletParked } from './wallet.ts';
export { overdueConversation as overdue } from './overdue.ts';
export { deleteNotification as delete, readAllNotifications as readAll, readNotification as read } from './own.ts';
export { a2pRequested, sendNotification as send } from './send.ts';
