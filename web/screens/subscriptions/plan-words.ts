/** The words of what a plan includes: those of the operator's own screens. */
export { texts as words } from '../admin/plans/texts.ts';
