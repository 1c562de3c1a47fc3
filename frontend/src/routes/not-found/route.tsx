import { Navigate } from "react-router";
import { paths } from "@/app/paths";

/** An address that no page has leads home (catalogue §2). */
export default function UnknownPath() {
  return <Navigate to={paths.home()} replace />;
}
