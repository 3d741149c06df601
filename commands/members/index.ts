export { sendTest, notifyJoined } from './notify-joined.ts';
