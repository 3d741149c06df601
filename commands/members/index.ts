export { sendTest, tellOfMember as tell } from './tell.ts';
