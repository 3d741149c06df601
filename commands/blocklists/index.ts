export { addListings as add, changeListing as change, removeListingOf as remove } from './edit.ts';
export { listsAsTyped as standingAsTyped } from '../directory/list-entries.ts';
