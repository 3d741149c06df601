export * from './common.ts';
export * from './dashboard.ts';
export * from './live.ts';
export * from './livechat.ts';
export * from './notifications.ts';
export * from './session.ts';
export * from './sms.ts';
