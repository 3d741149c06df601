export {
  addNote,
  assignConversation as assign,
  markConversationUnread as markUnread,
  readConversation as read,
  setConversationOpen as setOpen,
} from './conversation.ts';
export { sendText as send } from './send.ts';
export { startConversation as start } from './start.ts';
