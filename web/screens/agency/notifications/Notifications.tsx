export { default } from '../../business/notifications/Notifications.tsx';
