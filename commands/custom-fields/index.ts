export { changeField as change, createField as create, deleteField as delete } from './edit.ts';
