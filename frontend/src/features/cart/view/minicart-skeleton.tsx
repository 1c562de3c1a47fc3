import { Loading } from "@/ui/page/loading";

export const MinicartSkeleton = () => <Loading bars={["h-20", "h-20"]} className="gap-4 p-5" />;
