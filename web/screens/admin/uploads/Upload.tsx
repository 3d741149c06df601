import { UploadScreen } from '../../uploads/UploadScreen.tsx';

/** /admin/uploads/contact/{id} */
export default function Upload() {
  return <UploadScreen path="/uploads/{id}" here="/admin/uploads/contact" />;
}
