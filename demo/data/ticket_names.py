"""What tickets are called, in several shows."""

from demo.plan import Text

NORMAL: Text = ("Normalpreis", "Full price")
REDUCED: Text = ("Ermäßigt", "Reduced")
PROOF: Text = ("Schule, Studium, Ausbildung, Schwerbehinderung", "Pupils, students, trainees, people with disabilities")
STANDING: Text = ("Stehplatz", "Standing")
