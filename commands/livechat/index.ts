export { giveBackConversation as giveBack, autoAssignConversation as autoAssign } from './auto-assign.ts';
export {
  addNote,
  assignConversation as assign,
  markConversationUnread as markUnread,
  readConversation as read,
  setConversationOpen as setOpen,
} from './conversation.ts';
export {
  moveScheduledText as moveScheduled,
  releaseScheduledText as releaseScheduled,
  scheduleText as schedule,
  sendScheduledText as sendScheduled,
  takeBackScheduledText as takeBackScheduled,
} from './schedule.ts';
export { changeSnippet, createSnippet, deleteSnippet } from './snippets.ts';
export { sendText as send } from './send.ts';
export { startConversation as start } from './start.ts';
export { assignmentOf, chatTeamOf as teamOf, chooseChatTeam as chooseTeam, presentAt, setAway } from './team.ts';
