export {
  createEmailTemplate as create,
  deleteEmailTemplate as delete,
  duplicateEmailTemplate as duplicate,
  editEmailTemplate as edit,
} from './edit.ts';
