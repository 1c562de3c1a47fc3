import { useEffect } from "react";
import { NavigationType, useNavigationType } from "react-router";
import { NotFound } from "@/ui/page/not-found";

/** An address that is no page of the SPA: the server has one, or leads home and says that the link is broken. */
export default function UnknownPath() {
  // What was opened here is the server's answer already.
  const answered = useNavigationType() === NavigationType.Pop;
  useEffect(() => {
    if (!answered) window.location.reload();
  }, [answered]);
  return answered ? <NotFound /> : null;
}
