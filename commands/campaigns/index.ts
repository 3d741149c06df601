export { cloneCampaign as clone, duplicateCampaign as duplicate } from './copy.ts';
export { createCampaign as create } from './create.ts';
export { archiveCampaign as archive, changeKeyword, editCampaign as edit, restoreCampaign as restore } from './edit.ts';
export { editPage, publishPage, restorePageVersion, unpublishPage } from './page.ts';
export { sharePage as share } from './share.ts';
export { endPageTest, startPageTest } from './test.ts';
